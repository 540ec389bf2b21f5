/** The provider's area stands in the same shell; its navigation comes from `internal:*` actions. */
export { default } from './default-layout.tsx'
