import type { ClientAppConfiguration } from '@holdfast/contract'
import type { Difference } from '../../shared/forms/edit-conflict.tsx'
import { networksText } from '../../shared/forms/networks.ts'
import { text } from '../../shared/i18n/text.ts'

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

/** The differences between two versions of an app. */
export const differencesOfApps = (theirs: AppValues, mine: AppValues): Difference[] => {
  const words = ({ oidc_config: { issuer, audience, jwks_uri }, group, roles, cidr_ranges }: AppValues) => ({
    'apps.issuer': issuer,
    'apps.audience': audience,
    'apps.jwks_uri': jwks_uri,
    'people.group': group,
    'people.roles': roles.join(', '),
    'roles.networks': networksText(cidr_ranges),
  })
  const [now, own] = [words(theirs), words(mine)]
  return (Object.keys(now) as (keyof typeof now)[])
    .filter((field) => now[field] !== own[field])
    .map((field) => ({
      field: text(field),
      theirs: now[field] || text('form.none'),
      mine: own[field] || text('form.none'),
    }))
}
