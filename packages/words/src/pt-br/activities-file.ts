import type { activitiesFile as source } from '../en-gb/activities-file.ts'
import type { Translation } from './translation.ts'

export const activitiesFile: Translation<typeof source> = {
  'trail_file.time': 'Quando (UTC)',
  'trail_file.changed': 'Alterado',
  'trail_file.from': 'De',
  'trail_file.details': 'Detalhes',
  'trail_file.to': 'Para',
  'export.csv_trail_hint':
    'As colunas da tela, no seu idioma, e depois os campos para programas. Células que uma planilha poderia ler como fórmula começam com um apóstrofo.',
}
