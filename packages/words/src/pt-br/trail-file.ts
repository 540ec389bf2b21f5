import type { trailFile as source } from '../en-gb/trail-file.ts'
import type { Translation } from './translation.ts'

export const trailFile: Translation<typeof source> = {
  'trail_file.time': 'Quando (UTC)',
  'trail_file.changed': 'Alterado',
  'trail_file.from': 'De',
  'trail_file.to': 'Para',
  'export.csv_trail_hint':
    'Primeiro o que a tela diz, no seu idioma; depois os campos de que programas precisam. Células que uma planilha tomaria por uma fórmula começam com um apóstrofo.',
}
