import { endLostFiles } from '../../core/tickets/index.ts'
import { takeLostExports } from './export-tickets.ts'

export const endLostExports = endLostFiles({
  name: 'end_lost_exports',
  event: 'list.export_ended',
  take: takeLostExports,
})
