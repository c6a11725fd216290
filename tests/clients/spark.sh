#!/bin/sh
# The filters spread by Apache Spark's pipe on a local cluster; the results are compared with those
# of one process.
#
# usage: spark.sh
# PYTHON is the Python that has PySpark; without it /opt/pyspark/bin/python3 is tried, then python3.
set -eu
for python in "${PYTHON:-}" /opt/pyspark/bin/python3 python3; do
    [ -n "$python" ] && "$python" -c 'import pyspark' 2> /dev/null && break
    python=
done
if [ -z "$python" ] || ! command -v java > /dev/null; then
    echo 'skipped: PySpark (PyPI package pyspark) or Java is not installed'
    exit 0
fi
. "$(dirname "$0")/filters.sh"
trap 'status=$?; rm -rf "$work"; exit $status' EXIT
clients=$PWD/tests/clients
# The workers of a local cluster write into Spark's own folder, so it gets one of links, which is
# removed with the rest.
SPARK_HOME=$work/spark
export SPARK_HOME
mkdir "$SPARK_HOME"
ln -s "$("$python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')"/* "$SPARK_HOME"
# Spark reads files, not its standard input.
spread() {
    cat > "$work/input"
    "$python" "$clients/spark_pipe.py" "$work" "$@"
}
compare_all
