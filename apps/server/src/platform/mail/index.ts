export { type Mailer, MailRefused, openMailer } from './mailer.ts'
