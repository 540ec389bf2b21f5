import type { activitiesFile as source } from '../en-gb/activities-file.ts'
import type { Translation } from './translation.ts'

export const activitiesFile: Translation<typeof source> = {
  'trail_file.time': 'Quando (UTC)',
  'trail_file.changed': 'Alterado',
  'trail_file.from': 'De',
  'trail_file.to': 'Para',
  'export.csv_trail_hint':
    'Primeiro o que a tela diz, no seu idioma; depois os campos de que programas precisam. Células que uma planilha tomaria por uma fórmula começam com um apóstrofo.',
}
