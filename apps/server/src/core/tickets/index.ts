export { browserOfCaller, isFromBrowser } from './browser-cookie.ts'
export { beginFile } from './running-files.ts'
export { identifyTicketCaller, sessionOfTicketCaller, type TicketCaller, ticketCallerOf } from './ticket-caller.ts'
