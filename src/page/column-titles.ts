// What stands in FIND( … ), expression by expression: the titles of the columns, which a response does not repeat.

const TOKEN = /"(?:\\.|[^"\\])*"?|\/\/[^\n]*|\s+|[(),]|[^\s(),"/]+|\//g;

/** The expressions of the first FIND in source order, comments and extra space left out; none where there is no FIND. */
export function columnTitles(command: string): string[] {
  const start = /^(?:\s|\/\/[^\n]*\n)*FIND\s*\(/.exec(command);
  if (!start) return [];
  const titles: string[] = [''];
  let depth = 1;
  for (const [token] of command.slice(start[0].length).matchAll(TOKEN)) {
    if (token === '(') depth++;
    if (token === ')' && --depth === 0) break;
    if (token === ',' && depth === 1) titles.push('');
    else if (!token.startsWith('//')) titles[titles.length - 1] += /^\s/.test(token) ? ' ' : token;
  }
  return titles.map((title) => title.trim()).filter((title) => title !== '');
}
