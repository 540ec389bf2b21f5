import { canTransition, type PayloadState } from '@holdfast/contract'

/** Whether a payload in this state takes bytes: what can become Uploaded. */
export const isUploadable = (state: PayloadState): boolean => canTransition(state, 'Uploaded')
