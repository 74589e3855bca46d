#compdef crdgen
# Completion of crdgen for zsh, from 5 on.
_crdgen() {
  local program=${(Q)words[1]} line
  local -i width=0
  local -a lines values shown ending
  [[ $program == '~/'* ]] && program=$HOME/${program[3,-1]}
  lines=("${(@f)$("$program" complete --shell zsh -- \
    "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
  [[ $lines[1] == *' nospace' ]] && ending=(-S '')
  for line in "${(@)lines[2,-1]}"; do
    values+=("${line%%$'\t'*}")
    (( $#values[-1] > width )) && width=$#values[-1]
  done
  for line in "${(@)lines[2,-1]}"; do
    if [[ $line == *$'\t'* ]]; then
      shown+=("${(r:width:)${line%%$'\t'*}}  -- ${line#*$'\t'}")
    else
      shown+=("$line")
    fi
  done
  (( $#values )) && compadd "${ending[@]}" -l -d shown -a values
  case $lines[1] in
    files*) compset -P '*[=:]'; _files ;;
    folders*) compset -P '*='; _files -/ ;;
  esac
}
if [[ $funcstack[1] == _crdgen ]]; then _crdgen "$@"; else compdef _crdgen crdgen; fi
