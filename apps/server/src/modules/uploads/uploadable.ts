import { canTransition, type PayloadState } from '@holdfast/contract'

/** Whether a payload in this state accepts bytes, that is, can become Uploaded. */
export const isUploadable = (state: PayloadState): boolean => canTransition(state, 'Uploaded')
