/** The apostrophes that our own exports put before what a spreadsheet could take for a formula (platform/csv-text.ts). */
const apostrophe = /^'(?=[=+\-@＝＋－＠\t\r\n])|(?<=[\n\r\t;])'(?=[=+\-@＝＋－＠])/g

/** The text of a cell as it was before an export made it harmless for spreadsheets. */
export const unescapedCell = (text: string): string => (text.includes("'") ? text.replace(apostrophe, '') : text)
