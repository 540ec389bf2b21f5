import { transferManyMessages } from './large-window.ts'

transferManyMessages(100_000)
