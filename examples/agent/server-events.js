/**
 * The data of a stream of server-sent events, one at a time, however the bytes are cut.
 *
 * @param {ReadableStream<Uint8Array>} body
 */
export async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += value ?? '';
      // The last line may not be whole yet; nor may a line break of two characters.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = done ? '' : lines.pop();
      for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim();
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
