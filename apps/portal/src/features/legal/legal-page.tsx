import { Container, Table } from '@mantine/core'
import { useIntl } from 'react-intl'
import type { Locale } from '../../shared/i18n/locale.ts'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import type { LegalDocument } from './legal-document.ts'
import classes from './legal-page.module.css'

interface LegalPageProps {
  title: MessageId
  documents: Readonly<Record<Locale, LegalDocument>>
}

export const LegalPage = ({ title, documents }: LegalPageProps) => {
  const t = useText()
  const intl = useIntl()
  const document = documents[intl.locale as Locale]
  return (
    <Container className={classes.page}>
      <article className={classes.article}>
        <h1>{t(title)}</h1>
        <p className={classes.updated}>
          {t('legal.updated', { date: intl.formatDate(document.updated, { dateStyle: 'long', timeZone: 'UTC' }) })}
        </p>
        <p className={classes.lead}>{document.lead}</p>
        {document.sections.map((section) => (
          <section key={section.title}>
            <h2>{section.title}</h2>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {section.table && (
              <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
                <Table
                  withTableBorder
                  verticalSpacing="sm"
                  data={{ head: [...section.table.head], body: section.table.rows.map((row) => [...row]) }}
                />
              </Table.ScrollContainer>
            )}
          </section>
        ))}
      </article>
    </Container>
  )
}
