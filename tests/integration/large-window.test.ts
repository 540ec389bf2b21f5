import { transferManyMessages } from './large-window.ts'

transferManyMessages(300)
