import type { forms as source } from '../en-gb/forms.ts'

export const forms: Record<keyof typeof source, string> = {
  'form.save': 'Salvar',
  'form.create': 'Criar',
  'form.cancel': 'Cancelar',
  'form.close': 'Fechar',
  'form.delete': 'Excluir',
  'form.remove': 'Remover {what}',
  'form.saved': 'Salvo',
  'form.deleted': 'Excluído',
  'form.delete_title': 'Excluir {name}?',
  'form.refused': 'Nada foi alterado',
  'form.type_to_confirm': 'Digite “{word}” para confirmar',
  'form.conflict_title': 'Outra pessoa alterou isto enquanto isso',
  'form.conflict': 'Nada foi sobrescrito. Escolha como deve ficar.',
  'form.conflict_by': '{who} salvou isto depois que você abriu. Nada foi sobrescrito. Escolha como deve ficar.',
  'form.theirs': 'Agora',
  'form.mine': 'Seu',
  'form.take_theirs': 'Continuar com o que está lá agora',
  'form.keep_mine': 'Manter o meu e salvar de novo',
  'form.none': 'nenhum',
}
