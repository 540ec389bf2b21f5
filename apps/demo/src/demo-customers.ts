import type { ClientAppConfiguration, Disposition, Permission, ServiceName } from '@holdfast/contract'

/** A customer of the demonstration, or the provider. All names are fictitious. */
export interface DemoCustomer {
  client: string
  name: string
  locale: 'en-GB' | 'pt-BR'
  groups: readonly { group_reference: string; tags: readonly { tag_key: string; tag_value: string }[]; users: number }[]
  roles: readonly { role_reference: string; description: string; permissions: readonly Permission[] }[]
  /** The customer's client apps. Their issuers do not exist. */
  apps: readonly Pick<ClientAppConfiguration, 'app_reference' | 'oidc_config' | 'group' | 'roles' | 'cidr_ranges'>[]
  people: readonly DemoPerson[]
  /** Outcomes of reviews. The product's default if absent. */
  dispositions?: readonly Disposition[]
  /** Device users with a simulated handset, as indexes into `demoDeviceUsers`. */
  handsets: readonly number[]
}

export interface DemoPerson {
  user_reference: string
  name: string
  roles: string[]
  user_group: string | null
  /** Description in the list of accounts that `start` prints. */
  about: string
}

/** The password of every demonstration user. `serve` creates none of these users. */
export const demoPassword = 'holdfast-demo'

export const demoServices: readonly ServiceName[] = [
  'calls',
  'interviews',
  'gps',
  'mms',
  'photos',
  'rcs',
  'ar',
  'sms',
  'videos',
]

const reviewing = [
  'payloads:read',
  'payloads:play',
  'comments:read',
  'comments:write',
  'receipts:write',
  'reviews:read',
  'reviews:write',
  'groups:read',
  'devices:read',
  'device_users:read',
]

/** Matters are of the whole account: a permission that is limited to groups would not let anybody be a member of one. */
export const reviewerOf = (group: string): Permission[] => [
  ...reviewing.map((actions_matching) => ({ actions_matching, conditions: [{ names_matching: group }] })),
  { actions_matching: 'matters:*' },
]

const desk = (group_reference: string, region: string, business: string, users: number) => ({
  group_reference,
  tags: [
    { tag_key: 'region', tag_value: region },
    { tag_key: 'business', tag_value: business },
  ],
  users,
})

const person = (
  user_reference: string,
  name: string,
  role: string,
  user_group: string | null,
  about = role,
): DemoPerson => ({ user_reference, name, roles: [role], user_group, about })

const provider: DemoCustomer = {
  client: 'admin',
  name: 'Holdfast Operations',
  locale: 'en-GB',
  groups: [],
  roles: [],
  apps: [],
  people: [
    person('nadia.osei', 'Nadia Osei', 'Internal Administrator', null),
    person('marc.leroy', 'Marc Leroy', 'Internal Support', null),
  ],
  handsets: [],
}

const meridian: DemoCustomer = {
  client: 'meridian',
  name: 'Meridian Bank',
  locale: 'en-GB',
  groups: [
    desk('Equities London', 'EMEA', 'Markets', 62),
    desk('Rates and FX', 'EMEA', 'Markets', 58),
    desk('Wealth Advisers', 'EMEA', 'Private Banking', 74),
    desk('Corporate Coverage', 'EMEA', 'Banking', 41),
    desk('New York Desk', 'AMER', 'Markets', 33),
  ],
  roles: [
    {
      role_reference: 'Equities reviewer',
      description: 'Listens to recordings of the London equities desk, and to no other.',
      permissions: reviewerOf('Equities London'),
    },
    {
      role_reference: 'Rates reviewer',
      description: 'Listens to recordings of the rates and FX desk, and to no other.',
      permissions: reviewerOf('Rates and FX'),
    },
  ],
  apps: [
    {
      app_reference: 'trail-archive',
      oidc_config: {
        issuer: 'https://login.meridian.example/programs',
        audience: 'https://holdfast.example/meridian',
        jwks_uri: 'https://login.meridian.example/programs/keys',
      },
      group: null,
      roles: ['Auditor'],
      cidr_ranges: ['198.51.100.0/24'],
    },
  ],
  people: [
    person('helen.ward', 'Helen Ward', 'Compliance Officer', null, 'Compliance Officer, all desks'),
    person(
      'ruth.castellan',
      'Ruth Castellan',
      'Compliance Officer',
      null,
      'Compliance Officer, in turn with Helen Ward',
    ),
    person('amir.khan', 'Amir Khan', 'Equities reviewer', 'Equities London', 'Reviewer of Equities London'),
    person('priya.shah', 'Priya Shah', 'Equities reviewer', 'Equities London'),
    person('sofia.lind', 'Sofia Lind', 'Rates reviewer', 'Rates and FX', 'Reviewer of Rates and FX'),
    person('tom.baker', 'Tom Baker', 'Device Manager', null),
    person('grace.lee', 'Grace Lee', 'Auditor', null),
    person('olivia.hart', 'Olivia Hart', 'Account Administrator', null),
  ],
  handsets: [0, 3, 65, 70],
}

const aurora: DemoCustomer = {
  client: 'aurora',
  name: 'Aurora Corretora',
  locale: 'pt-BR',
  groups: [
    desk('Mesa de Ações', 'LATAM', 'Mercados', 28),
    desk('Assessores', 'LATAM', 'Varejo', 46),
    desk('Câmbio', 'LATAM', 'Mercados', 19),
  ],
  roles: [
    {
      role_reference: 'Revisor de Assessores',
      description: 'Ouve as gravações dos assessores.',
      permissions: reviewerOf('Assessores'),
    },
  ],
  apps: [
    {
      app_reference: 'painel-de-aparelhos',
      oidc_config: {
        issuer: 'https://acesso.aurora.example',
        audience: 'https://holdfast.example/aurora',
        jwks_uri: 'https://acesso.aurora.example/chaves',
      },
      group: null,
      roles: ['Device Manager'],
      cidr_ranges: null,
    },
  ],
  people: [
    person('beatriz.costa', 'Beatriz Costa', 'Compliance Officer', null),
    person('rafael.nunes', 'Rafael Nunes', 'Revisor de Assessores', 'Assessores', 'Reviewer of Assessores'),
    person('carla.menezes', 'Carla Menezes', 'Account Administrator', null),
  ],
  dispositions: [
    { name: 'Sem ressalvas', needs_note: false },
    { name: 'Não relevante', needs_note: false },
    { name: 'Acompanhar', needs_note: true },
    { name: 'Possível infração', needs_note: true },
  ],
  handsets: [2, 30],
}

export const demoCustomers: readonly DemoCustomer[] = [provider, meridian, aurora]
