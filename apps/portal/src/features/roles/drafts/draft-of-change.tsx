import { type AccessImpact, calls, type RoleDraftChange, type RoleDraftDetail } from '@holdfast/contract'
import { AccessGainsNote } from '../../../shared/access/access-gains-note.tsx'
import { AccessImpactNote } from '../../../shared/access/access-impact-note.tsx'
import { MoveImpactNote } from '../../../shared/access/move-impact-note.tsx'
import { RoleGives } from '../../../shared/access/role-gives.tsx'
import { useAccessGains } from '../../../shared/access/use-access-gains.ts'
import { useAccessImpact } from '../../../shared/access/use-access-impact.ts'
import { useMoveImpact } from '../../../shared/access/use-move-impact.ts'
import { SubjectLink, subjectOf } from '../../../shared/activities/subject-link.tsx'
import { useLoaded } from '../../../shared/forms/use-loaded.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { DraftChanges } from './draft-changes.tsx'
import { useShownImpact } from './use-is-own-draft.ts'

type OfKind<K extends RoleDraftChange['kind']> = Extract<RoleDraftChange, { kind: K }>

interface DraftProps<K extends RoleDraftChange['kind']> {
  draft: RoleDraftDetail
  change: OfKind<K>
}

const RoleLink = ({ role }: { role: string }) => <SubjectLink subject={subjectOf('role', role)} />

/** What the role allows at present: the default role and roles for a time are approved as they are. */
const WhatRoleAllows = ({ role }: { role: string }) => {
  const t = useText()
  const can = useCan()
  if (!can('roles:read')) return null
  return (
    <Panel title={t('people.role_allows')}>
      <RoleGives role_reference={role} />
    </Panel>
  )
}

const ImpactOfDraft = ({ draft, impact }: { draft: RoleDraftDetail; impact: AccessImpact | undefined }) => (
  <AccessImpactNote impact={useShownImpact(draft, impact)} />
)

const tagsInWords = (tags: OfKind<'group'>['tags'] | undefined): string | undefined =>
  tags?.map(({ tag_key, tag_value }) => `${tag_key}: ${tag_value}`).join(', ')

const OfGroup = ({ draft, change }: DraftProps<'group'>) => {
  const t = useText()
  const can = useCan()
  const group_reference = draft.subject
  const { data } = useLoaded(calls.getGroup, draft.base_version > 0 && can('groups:read') ? { group_reference } : null)
  const isAsked = draft.state === 'waiting' && can('groups:write')
  const { gains, losses } = useAccessGains({
    call: calls.previewGroup,
    input: isAsked ? { params: { group_reference }, body: { tags: change.tags } } : null,
    refusal: null,
  })
  return (
    <DraftChanges
      draft={draft}
      stored={data}
      rows={[{ label: t('groups.tags'), from: tagsInWords(data?.tags), to: tagsInWords(change.tags) }]}
      exceedsOwn={(gains?.beyond_own_total ?? 0) > 0}
    >
      <AccessGainsNote gains={gains} losses={losses} />
    </DraftChanges>
  )
}

const OfTag = ({ draft, change: { definition } }: DraftProps<'tag'>) => {
  const t = useText()
  const can = useCan()
  const params = { tag_key: draft.subject }
  const { data } = useLoaded(calls.getTag, can('tags:read') ? params : null)
  const isAsked = draft.state === 'waiting' && can('tags:write')
  const { gains, losses } = useAccessGains({
    call: calls.previewTag,
    input: isAsked ? { params, body: { definition } } : null,
    refusal: null,
  })
  const valuesOf = (tag: typeof definition | undefined) =>
    tag && (tag.tag_values === null ? t('role_drafts.any_value') : tag.tag_values.join(', '))
  const requiredOf = (tag: typeof definition | undefined) => tag && t(tag.is_required ? 'list.yes' : 'list.no')
  return (
    <DraftChanges
      draft={draft}
      stored={data}
      {...(definition === null && { summary: t('role_drafts.deletes_tag') })}
      rows={
        definition === null
          ? []
          : [
              { label: t('tags.values'), from: valuesOf(data), to: valuesOf(definition) },
              { label: t('tags.required'), from: requiredOf(data), to: requiredOf(definition) },
              { label: t('tags.default'), from: data?.default_value, to: definition.default_value },
            ]
      }
      exceedsOwn={(gains?.beyond_own_total ?? 0) > 0}
    >
      <AccessGainsNote gains={gains} losses={losses} />
    </DraftChanges>
  )
}

const OfDefaultRole = ({ draft, change: { role } }: DraftProps<'default_role'>) => {
  const t = useText()
  const can = useCan()
  const { data } = useLoaded(calls.getAccountDefaults, can('account:read') ? {} : null)
  const isAsked = draft.state === 'waiting' && can('roles:read')
  const impact = useAccessImpact(calls.previewDefaultRole, isAsked ? { body: { role } } : null)
  return (
    <DraftChanges
      draft={draft}
      stored={data}
      rows={[{ label: t('settings.role'), from: data?.role, to: role && <RoleLink role={role} /> }]}
      exceedsOwn={impact?.exceeds_own != null}
    >
      {role !== null && <WhatRoleAllows role={role} />}
      <ImpactOfDraft draft={draft} impact={impact} />
    </DraftChanges>
  )
}

const OfApp = ({ draft, change }: DraftProps<'app'>) => {
  const t = useText()
  const can = useCan()
  const params = { app_reference: draft.subject }
  const { data } = useLoaded(calls.getApp, draft.base_version > 0 && can('apps:read') ? params : null)
  const { roles, cidr_ranges, group, oidc_config } = change
  const isAsked = draft.state === 'waiting' && can('roles:read')
  const impact = useAccessImpact(calls.previewApp, isAsked ? { params, body: { roles, cidr_ranges } } : null)
  return (
    <DraftChanges
      draft={draft}
      stored={data}
      rows={[
        { label: t('people.roles'), from: data?.roles.join(', '), to: roles.join(', ') },
        { label: t('apps.group'), from: data?.group, to: group },
        { label: t('roles.networks'), from: data?.cidr_ranges?.join(', '), to: cidr_ranges?.join(', ') },
        { label: t('apps.issuer'), from: data?.oidc_config.issuer, to: oidc_config.issuer },
        { label: t('apps.audience'), from: data?.oidc_config.audience, to: oidc_config.audience },
        { label: t('apps.jwks_uri'), from: data?.oidc_config.jwks_uri, to: oidc_config.jwks_uri },
      ]}
      exceedsOwn={impact?.exceeds_own != null}
    >
      <ImpactOfDraft draft={draft} impact={impact} />
    </DraftChanges>
  )
}

const OfDeviceUser = ({ draft, change: { group } }: DraftProps<'device_user'>) => {
  const t = useText()
  const can = useCan()
  const device_user_reference = draft.subject
  const { data } = useLoaded(calls.getDeviceUser, can('device_users:read') ? { device_user_reference } : null)
  const isAsked = draft.state === 'waiting' && can('device_users:write')
  const { impact } = useMoveImpact(isAsked ? { device_user_references: [device_user_reference], group } : null)
  const shown = useShownImpact(draft, impact)
  return (
    <DraftChanges
      draft={draft}
      stored={data}
      rows={[{ label: t('user.group'), from: data?.group, to: group }]}
      exceedsOwn={impact !== undefined && (impact.exceeds_own !== null || impact.beyond_own_total > 0)}
    >
      <MoveImpactNote impact={shown} />
    </DraftChanges>
  )
}

const OfRoleAssignment = ({ draft, change: { role, valid_until } }: DraftProps<'role_assignment'>) => {
  const t = useText()
  const can = useCan()
  const params = { user_reference: draft.subject, role_reference: role }
  const isAsked = draft.state === 'waiting' && can('roles:write') && can('roles:read')
  const impact = useAccessImpact(calls.previewGivenRole, isAsked ? { params } : null)
  return (
    <DraftChanges
      draft={draft}
      rows={[
        { label: t('people.give_role'), from: null, to: <RoleLink role={role} /> },
        { label: t('people.until_when'), from: null, to: <Moment time={valid_until} /> },
      ]}
      exceedsOwn={impact?.exceeds_own != null}
    >
      <WhatRoleAllows role={role} />
      <ImpactOfDraft draft={draft} impact={impact} />
    </DraftChanges>
  )
}

/** A change of something else than a role that somebody handed over. */
export const DraftOfChange = ({ draft }: { draft: RoleDraftDetail }) => {
  const t = useText()
  const { change } = draft
  switch (change?.kind) {
    case 'group':
      return <OfGroup draft={draft} change={change} />
    case 'tag':
      return <OfTag draft={draft} change={change} />
    case 'default_role':
      return <OfDefaultRole draft={draft} change={change} />
    case 'app':
      return <OfApp draft={draft} change={change} />
    case 'device_user':
      return <OfDeviceUser draft={draft} change={change} />
    case 'role_assignment':
      return <OfRoleAssignment draft={draft} change={change} />
    default:
      return <DraftChanges draft={draft} rows={[]} summary={t('role_drafts.turns_off')} exceedsOwn={false} />
  }
}
