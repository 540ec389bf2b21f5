/**
 * Since when an installation is quiet: a copy that was restored from a backup sends nothing and destroys nothing until somebody takes it
 * into use. The login roles read nothing else of the installation.
 */
export const quiet: readonly string[] = [
  'alter table app.installation add column quiet_since timestamptz(3)',
  'grant select (quiet_since) on app.installation to holdfast_app, holdfast_provider',
]
