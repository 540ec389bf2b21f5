import { canTransition, type PayloadState } from '@holdfast/contract'

/** Whether a payload in this state accepts bytes, which is if it can become Uploaded. */
export const isUploadable = (state: PayloadState): boolean => canTransition(state, 'Uploaded')
