import type { Alert, AlertRelatedEntity } from '@holdfast/contract'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useFindText, useText } from '../../shared/i18n/text.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './alerts.module.css'

/** People and apps choose the links of their alerts: only screens of the portal are opened. */
const isScreen = (link: string | null): link is string => link !== null && /^\/(?![/\\])/.test(link)

const snakeCase = (name: string): string => name.replaceAll(/(?<!^)([A-Z])/g, '_$1').toLowerCase()

/** What the alert is about, with links to its screens in the account of the alert. */
export const RelatedEntities = ({ alert, isLinked }: { alert: Alert; isLinked: boolean }) => {
  const t = useText()
  const find = useFindText()
  const { related_entities } = alert
  if (related_entities.length === 0) return null
  const typeOf = ({ entity_type }: AlertRelatedEntity) => find(`subject.${snakeCase(entity_type)}`) ?? entity_type
  const isLicences = ({ entity_type }: AlertRelatedEntity) => entity_type === 'Licences'
  return (
    <Panel title={t('alerts.related')}>
      <ul className={classes.related}>
        {related_entities.map((entity) => {
          const name = isLicences(entity) ? t('page.licences') : entity.entity_id
          return (
            <li key={`${entity.entity_type} ${entity.entity_id}`}>
              {isLinked && isScreen(entity.page_link) ? (
                <Anchor component={Link} size="sm" to={entity.page_link}>
                  {name}
                </Anchor>
              ) : (
                <bdi>{name}</bdi>
              )}
              {!isLicences(entity) && <span className={classes.entity}>{typeOf(entity)}</span>}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
