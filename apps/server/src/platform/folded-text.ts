const unmarked = { ø: 'o', ł: 'l', đ: 'd', ı: 'i' } as const

/** A text in lower case and without accents, as `app.folded` makes it in the database: João becomes joao. */
export const foldedText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[øłđı]/g, (letter) => unmarked[letter as keyof typeof unmarked])
