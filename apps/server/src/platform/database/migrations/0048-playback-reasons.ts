/** Whether an account opens content only with a reason, and the reasons that it offers (docs/decisions/0043). */
export const playbackReasons: readonly string[] = [
  `alter table app.account_settings
    add column playback_reason_kind text not null default 'none',
    add column playback_reasons text[] not null default '{}'`,
]
