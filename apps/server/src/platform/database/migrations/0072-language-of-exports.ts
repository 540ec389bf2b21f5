/** In which language an exported file is read (docs/decisions/0038). `null` for those that an earlier version was asked for. */
export const languageOfExports: readonly string[] = ['alter table app.exports add column locale text']
