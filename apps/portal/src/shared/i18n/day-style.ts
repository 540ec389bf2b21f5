/**
 * How a locale writes a day among figures. Portuguese spells the medium style out ("21 de nov. de 2026"), too long for a
 * table; its short style is a full date (21/11/2026).
 */
export const dayStyle = (locale: string): 'short' | 'medium' => (locale.startsWith('pt') ? 'short' : 'medium')
