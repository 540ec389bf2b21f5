const blockCharacters = 64 * 1024

/** Joins short texts to blocks of bytes, in UTF-8. */
export async function* inBlocks(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let block = ''
  for await (const text of texts) {
    block += text
    if (block.length < blockCharacters) continue
    yield Buffer.from(block)
    block = ''
  }
  if (block !== '') yield Buffer.from(block)
}
