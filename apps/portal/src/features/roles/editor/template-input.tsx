import { SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import { roleTemplates, type TemplateName, templateNames } from './role-templates.ts'
import classes from './template-input.module.css'

interface TemplateInputProps {
  onChoose: (name: TemplateName) => void
}

/** What a new role can begin with. */
export const TemplateInput = ({ onChoose }: TemplateInputProps) => {
  const t = useText()
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs">
      {templateNames.map((name) => (
        <UnstyledButton key={name} className={classes.template} onClick={() => onChoose(name)}>
          <Text size="sm" fw={600}>
            {t(roleTemplates[name].isOfGroups ? 'roles.template_of' : 'roles.template', {
              name: t(`roles.template_${name}`),
            })}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`roles.template_${name}_hint`)}
          </Text>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  )
}
