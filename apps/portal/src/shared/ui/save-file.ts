/** The browser reads the file after the click; how much later is not known. */
const keptForMs = 60_000

/** Saves a file that the browser made. */
export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keptForMs)
}
