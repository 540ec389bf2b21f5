/** Items of a JSON array, each on a line of its own. */
export async function* arrayLines(items: AsyncIterable<string>): AsyncGenerator<string> {
  let former: string | null = null
  for await (const item of items) {
    if (former !== null) yield `${former},\n`
    former = item
  }
  if (former !== null) yield `${former}\n`
}
