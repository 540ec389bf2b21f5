import type { licences as source } from '../en-gb/licences.ts'
import type { Translation } from './translation.ts'

export const licences: Translation<typeof source, 'licences' | 'licence'> = {
  'page.licences': 'Licenças',
  'page.clients_licences': 'Licenças',
  'noun.licenses': 'licenças',
  'licences.lead':
    'Cada dispositivo ativo usa uma licença para cada serviço que grava. Quando não há licença livre, novos dispositivos e pessoas não recebem o serviço; os dispositivos já ativos continuam gravando.',
  'licences.not_limited':
    'Seu provedor não definiu limites. Cada dispositivo ativo usa uma licença para cada serviço que grava.',
  'licences.now': 'Em uso agora',
  'licences.by_month': 'Por mês',
  'licences.by_group': 'Por grupo',
  'licences.service': 'Serviço',
  'licences.used': 'Em uso',
  'licences.limit': 'Limite',
  'licences.limit_value': '{limit, number}',
  'licences.share': 'Parte do limite',
  'licences.used_of': '{used, number} de {limit, number} em uso',
  'licences.expected': 'Dispositivos esperados',
  'licences.exhausted_on': 'Todas em uso até',
  'licences.not_foreseen': 'Não em dois anos',
  'licences.not_licensed': 'Sem licenças',
  'licences.no_limit': 'Sem limite',
  'licences.limit_line': 'A linha marca o limite atual, {limit, number}.',
  'licences.free':
    '{service}: {free, plural, =0 {nenhuma licença livre} one {# licença livre} other {# licenças livres}}',
  'licences.free_of_expected':
    '{service}: {free, plural, =0 {nenhuma licença livre} one {# licença livre} other {# licenças livres}}, {expected, plural, one {mais # dispositivo esperado} other {mais # dispositivos esperados}}',
  'licences.too_few': 'São esperados mais dispositivos do que há licenças livres',
  'licences.too_few_body':
    'As pessoas podem ser adicionadas, mas dispositivos são recusados quando não há licença livre. Peça mais ao seu provedor.',
  'licences.all_in_use': 'Todas em uso',
  'licences.over': '{count, plural, one {# acima do limite} other {# acima do limite}}',
  'licences.month': 'Mês',
  'licences.most_used': 'Máximo em uso',
  'licences.nearest': 'Mais perto do limite',
  'licences.limits': 'Limites',
  'licences.limits_of': 'Licenças de {name}',
  'licences.limits_hint': 'Quantos dispositivos podem usar cada serviço, de 0 a 100.000. 100.000 significa sem limite.',
  'licences.change': 'Alterar limites',
  'licences.change_of': 'Alterar limites de {name}',
  'licences.in_use': '{used, number} em uso',
  'licences.below_use':
    'Abaixo do uso atual de {used, number}. Os dispositivos em uso continuam gravando, mas não é possível adicionar novos.',
  'reason.licence.exhausted': 'Não havia licenças livres suficientes de um serviço',
  'done.licence.updated': 'Alterou os limites de licenças',
  'tried.PUT /clients/{client}/licenses': 'Tentou alterar os limites de licenças',
  'action.licences:read': 'Ver limites de licenças e seu uso',
  'refusal.licence.exhausted':
    'Não há licenças livres suficientes de {service, select, calls {chamadas} interviews {entrevistas} gps {posições} mms {MMS} photos {fotos} rcs {RCS} ar {RA} sms {SMS} videos {vídeos} other {um serviço}}; peça mais ao seu provedor ou libere algumas',
}
