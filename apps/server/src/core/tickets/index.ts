export { browserOfCaller, isFromBrowser } from './browser-cookie.ts'
export { endLostFiles } from './end-lost-files.ts'
export { beginFile, countsAsRunningUntil, renewedWhileRunning } from './running-files.ts'
export { identifyTicketCaller, sessionOfTicketCaller, type TicketCaller, ticketCallerOf } from './ticket-caller.ts'
