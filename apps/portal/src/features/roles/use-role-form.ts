import { CidrRange, calls, type Role, RoleReference } from '@holdfast/contract'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fieldRule } from '../../shared/forms/field-rule.ts'
import { useLatest } from '../../shared/forms/use-loaded.ts'
import { useSave } from '../../shared/forms/use-save.ts'
import { text } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { fieldsOfRole, type RoleValues, valuesOfRole } from './role-values.ts'

/** The state of the role editor: its values and their problems, saving, and what to do when somebody saved first. */
export const useRoleForm = (role: Role | null) => {
  const navigate = useNavigate()
  const [version, setVersion] = useState(role?.version ?? 0)
  const form = useForm<RoleValues>({
    initialValues: valuesOfRole(role),
    validateInputOnBlur: true,
    validate: {
      role_reference: fieldRule(RoleReference),
      cidr_ranges: (ranges) => ranges?.map(fieldRule(CidrRange)).find((problem) => problem !== null) ?? null,
    },
  })
  const params = { role_reference: role?.role_reference ?? form.values.role_reference }
  const saving = useSave({
    call: calls.putRole,
    onFieldErrors: form.setErrors,
    onSaved: (saved) => {
      notice(text('form.saved'), saved.role_reference)
      setVersion(saved.version)
      if (!role) {
        void navigate({
          to: '/dashboard/access/roles/$role_reference',
          params: { role_reference: saved.role_reference },
        })
      }
    },
  })
  const isConflict = saving.refusal?.code === 'edit.conflict'
  const theirs = useLatest(calls.getRole, isConflict ? params : null).data
  return {
    form,
    saving,
    save: () => saving.save({ params, body: { version, ...fieldsOfRole(form.values) } }),
    /** What somebody else saved meanwhile, once a save was refused for it. */
    theirs: isConflict ? theirs : undefined,
    goOnFrom: (values: RoleValues) => {
      setVersion(theirs?.version ?? version)
      form.setValues(values)
      saving.forget()
    },
  }
}
