/** Why a hold was released, or why its release was asked for. */
export const releaseReasons: readonly string[] = ['alter table app.legal_holds add column release_reason text']
