import { endLostFiles } from '../../core/tickets/index.ts'
import { takeLostDownloads } from './download-tickets.ts'

export const endLostDownloads = endLostFiles({
  name: 'end_lost_downloads',
  event: 'download.ended',
  take: takeLostDownloads,
})
