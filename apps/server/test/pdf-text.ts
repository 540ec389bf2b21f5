import { getDocumentProxy } from 'unpdf'

export interface ReadPdf {
  /** The text of each page, with single spaces. */
  pages: string[]
  /** Where each piece of text of each page begins and how wide it is, in points. */
  pieces: { text: string; left: number; bottom: number; width: number }[][]
  title: string
  language: string
  /** The tags of all elements with text, in reading order. */
  elements: string[]
}

interface StructureNode {
  role?: string
  type?: string
  children?: StructureNode[]
}

const rolesOf = ({ role, children = [] }: StructureNode): string[] => [
  ...(role && children.some(({ type }) => type === 'content') ? [role] : []),
  ...children.flatMap(rolesOf),
]

/** Reads a PDF as another program does. */
export const readPdf = async (bytes: Uint8Array): Promise<ReadPdf> => {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const pieces: ReadPdf['pieces'] = []
  const elements: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    pieces.push(
      items.flatMap((item) =>
        'str' in item
          ? [
              {
                text: item.hasEOL ? `${item.str} ` : item.str,
                left: Number(item.transform[4]),
                bottom: Number(item.transform[5]),
                width: item.width,
              },
            ]
          : [],
      ),
    )
    elements.push(...rolesOf((await page.getStructTree()) as StructureNode))
  }
  const { info } = await document.getMetadata()
  const { Title, Language } = info as { Title: string; Language: string }
  await document.loadingTask.destroy()
  const pages = pieces.map((page) =>
    page
      .map(({ text }) => text)
      .join('')
      .replace(/\s+/g, ' '),
  )
  return { pages, pieces, title: Title, language: Language, elements }
}
