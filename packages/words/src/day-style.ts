/**
 * The style of a date in a table. In Portuguese, the medium style is too long ('21 de nov. de 2026'), and the short one
 * is a full date (21/11/2026).
 */
export const dayStyle = (locale: string): 'short' | 'medium' => (locale.startsWith('pt') ? 'short' : 'medium')
