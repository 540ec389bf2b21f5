import type { contentAccess as source } from '../en-gb/content-access.ts'
import type { Translation } from './translation.ts'

export const contentAccess: Translation<typeof source> = {
  'page.content_access': 'Quem teve acesso',
  'content_access.lead':
    'Quem podia encontrar, reproduzir ou baixar gravações num dado momento, conforme as funções, pessoas e grupos daquele momento. Mostra o que era possível; a trilha de auditoria mostra o que foi feito.',
  'content_access.now': 'Como é agora.',
  'content_access.then': 'Como era em {time}.',
  'content_access.changes': 'Mudanças nesse dia',
  'content_access.at': 'Em',
  'content_access.groups': 'Grupos',
  'content_access.people': 'Pessoas',
  'content_access.recording': 'Gravação',
  'content_access.who': 'Quem',
  'content_access.group': 'Grupo',
  'content_access.find': 'Podia encontrar',
  'content_access.play': 'Podia reproduzir',
  'content_access.download': 'Podia baixar',
  'content_access.roles': 'Por',
  'content_access.all_kinds': 'Todos os tipos',
  'content_access.somewhere': 'só de algumas redes',
  'content_access.choose': 'Escolha grupos ou pessoas',
  'content_access.choose_body':
    'A lista mostra então todos que podiam abrir suas gravações, ou tudo o que essas pessoas podiam abrir.',
  'content_access.nobody': 'Ninguém',
  'content_access.nobody_body': 'Ninguém podia abrir estas gravações naquele momento.',
  'content_access.link': 'Quem teve acesso numa data',
  'value.listContentAccess': 'quem teve acesso',
}
