/** The address of a matter, or of a part of it. */
export const addressOfMatter = (reference: string, part: '' | 'notes' | 'holds' | 'trail' = ''): string =>
  ['/dashboard/account/legal-holds/matters', encodeURIComponent(reference), ...(part === '' ? [] : [part])].join('/')
