/**
 * Where a spreadsheet could take the text that follows for a formula: at the beginning of a cell, and after what other settings than
 * ours end a cell with (OWASP, 'CSV Injection'). Apostrophes before it count with it, so that reading a cell gives its text back.
 */
const beforeFormula = /^(?='*[=+\-@＝＋－＠\t\r\n])|(?<=[\n\r\t;])(?='*[=+\-@＝＋－＠])/g
const apostrophe = /^'(?='*[=+\-@＝＋－＠\t\r\n])|(?<=[\n\r\t;])'(?='*[=+\-@＝＋－＠])/g

/** The text of a cell of a CSV file, harmless for spreadsheets: an apostrophe stands before anything that could be a formula. */
export const harmlessCell = (text: string): string => text.replace(beforeFormula, "'")

/** The text of a cell as it was before `harmlessCell`. */
export const unescapedCell = (text: string): string => (text.includes("'") ? text.replace(apostrophe, '') : text)
