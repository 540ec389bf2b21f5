import { calls } from '@holdfast/contract'
import { WaitingChanges } from '../../shared/access/waiting-changes.tsx'
import { RecordPage } from '../../shared/forms/record-page.tsx'
import { prefetchLoaded } from '../../shared/forms/use-loaded.ts'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { DeleteTag } from './delete-tag.tsx'
import { TagForm } from './tag-form.tsx'

export const prefetch = prefetchLoaded(calls.getTag)

/** One tag definition, or the form for a new one. */
export default function TagPage() {
  const t = useText()
  return (
    <RecordPage call={calls.getTag} param="tag_key" action="tags:write">
      {(tag, isReadOnly) => (
        <>
          <PageHeader title={tag?.tag_key ?? t('tags.new')} />
          {tag && <WaitingChanges kind="tag" subject={tag.tag_key} mb="md" />}
          <DetailColumns
            main={
              <>
                <TagForm tag={tag} isReadOnly={isReadOnly} />
                {tag && !isReadOnly && <DeleteTag tag={tag} />}
              </>
            }
            side={
              tag && (
                <Panel>
                  <Facts
                    title={t('detail.activity')}
                    facts={[
                      { label: t('detail.updated_by'), value: tag.updated_by && <Colleague author={tag.updated_by} /> },
                      { label: t('detail.updated_at'), value: <Moment time={tag.updated_at} /> },
                    ]}
                  />
                </Panel>
              )
            }
          />
        </>
      )}
    </RecordPage>
  )
}
