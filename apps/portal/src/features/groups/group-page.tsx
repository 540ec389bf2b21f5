import { calls } from '@holdfast/contract'
import { useParams } from '@tanstack/react-router'
import { DeletePanel } from '../../shared/forms/delete-panel.tsx'
import { FormPage } from '../../shared/forms/form-page.tsx'
import { prefetchLoaded, useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useTagDefinitions } from '../../shared/tags/use-tag-definitions.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { GroupForm } from './group-form.tsx'
import { GroupFacts, GroupServices } from './group-statistics.tsx'

export const prefetch = prefetchLoaded(calls.getGroup)

/** One group: its tags, counts, and deletion; or the form for a new one. */
export default function GroupPage() {
  const t = useText()
  const { group_reference: reference } = useParams({ strict: false })
  const loaded = useLoaded(calls.getGroup, reference === undefined ? null : { group_reference: reference })
  const { definitions, isLoading } = useTagDefinitions()
  if (isLoading) return <PageSkeleton />
  return (
    <FormPage reference={reference} loaded={loaded} action="groups:write">
      {(group, isReadOnly) => (
        <>
          <PageHeader title={group?.group_reference ?? t('groups.new')} />
          <DetailColumns
            main={
              <>
                <GroupForm group={group} definitions={definitions} isReadOnly={isReadOnly} />
                {group && <GroupServices group={group} />}
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
    </FormPage>
  )
}
