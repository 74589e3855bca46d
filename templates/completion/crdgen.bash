# Completion of crdgen for bash, from 3.2 on; bash-completion is not needed.
# Readline replaces only what stands behind the last of COMP_WORDBREAKS: crdgen has to know them.
_crdgen() {
  local program=$1 line mode=
  [[ $program == '~/'* ]] && program=$HOME/${program:2}
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ -z $mode ]]; then mode=$line; else COMPREPLY+=("$line"); fi
  done < <("$program" complete --shell bash --breaks "$COMP_WORDBREAKS" \
    -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  case $mode in
    files* | folders*)
      # Without a reply, readline completes files by itself.
      if [[ $mode == folders* ]]; then
        compopt -o dirnames +o default +o bashdefault 2>/dev/null
      elif ((${#COMPREPLY[@]} > 0)); then
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$2")
      fi
      ;;
    *) compopt +o default +o bashdefault 2>/dev/null ;;
  esac
  [[ $mode == *' nospace' ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -o default -o bashdefault -F _crdgen crdgen
