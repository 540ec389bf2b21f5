import type { ClientAppConfiguration } from '@holdfast/contract'
import type { FieldTexts } from '../../shared/forms/edit-conflict.tsx'
import { networksText } from '../../shared/forms/networks.ts'

/** The form values of an app. An empty group is none; `networks` of `null` are any. */
export interface AppValues {
  app_reference: string
  oidc_config: { issuer: string; audience: string; jwks_uri: string }
  group: string
  roles: string[]
  cidr_ranges: string[] | null
}

export const valuesOfApp = (app: ClientAppConfiguration | null): AppValues => ({
  app_reference: app?.app_reference ?? '',
  oidc_config: app ? { ...app.oidc_config } : { issuer: '', audience: '', jwks_uri: '' },
  group: app?.group ?? '',
  roles: [...(app?.roles ?? [])],
  cidr_ranges: app?.cidr_ranges ? [...app.cidr_ranges] : null,
})

export const fieldsOfApp = ({ group, ...rest }: Omit<AppValues, 'app_reference'>) => ({ ...rest, group: group || null })

export const textsOfApp = ({ oidc_config, group, roles, cidr_ranges }: AppValues): FieldTexts => ({
  'apps.issuer': oidc_config.issuer,
  'apps.audience': oidc_config.audience,
  'apps.jwks_uri': oidc_config.jwks_uri,
  'people.group': group,
  'people.roles': roles.join(', '),
  'roles.networks': networksText(cidr_ranges),
})
