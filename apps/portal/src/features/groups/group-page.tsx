import { calls } from '@holdfast/contract'
import { WaitingChanges } from '../../shared/access/waiting-changes.tsx'
import { CompletenessPanel } from '../../shared/completeness/completeness-panel.tsx'
import { DeletePanel } from '../../shared/forms/delete-panel.tsx'
import { RecordPage } from '../../shared/forms/record-page.tsx'
import { prefetchLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useCan } from '../../shared/session/profile.ts'
import { useTagDefinitions } from '../../shared/tags/use-tag-definitions.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { GroupForm } from './group-form.tsx'
import { GroupFacts, GroupServices } from './group-statistics.tsx'

export const prefetch = prefetchLoaded(calls.getGroup)

/** One group: its tags, counts, and deletion; or the form for a new one. */
export default function GroupPage() {
  const t = useText()
  const can = useCan()
  const { definitions, isLoading } = useTagDefinitions()
  return (
    <RecordPage call={calls.getGroup} param="group_reference" action="groups:write" isWaiting={isLoading}>
      {(group, isReadOnly) => (
        <>
          <PageHeader title={group?.group_reference ?? t('groups.new')}>
            {group && can('roles:read') && (
              <LinkButton
                variant="default"
                to="/dashboard/access/history"
                search={{ filter: { groups: [group.group_reference] } }}
              >
                {t('content_access.link')}
              </LinkButton>
            )}
          </PageHeader>
          {group && <WaitingChanges kind="group" subject={group.group_reference} mb="md" />}
          <DetailColumns
            main={
              <>
                <GroupForm group={group} definitions={definitions} isReadOnly={isReadOnly} />
                {group && <GroupServices group={group} />}
                {group && <CompletenessPanel of={{ group: group.group_reference }} />}
                {group && !isReadOnly && (
                  <DeletePanel
                    noun="groups"
                    name={group.group_reference}
                    call={calls.deleteGroup}
                    changes={[calls.listGroups]}
                    input={{ params: { group_reference: group.group_reference } }}
                  />
                )}
              </>
            }
            side={group && <GroupFacts group={group} />}
          />
        </>
      )}
    </RecordPage>
  )
}
