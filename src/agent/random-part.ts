/** Six letters and digits that nobody can have used before, for practical purposes. */
export function randomPart(): string {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return number!.toString(36).padStart(7, '0').slice(-6);
}
