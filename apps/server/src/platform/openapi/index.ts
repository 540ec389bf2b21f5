export { registerOpenApi, registerReference } from './reference.ts'
