"""Sends the lines of DIRECTORY/input through a command, spread by Spark, and prints the results.

usage: spark_pipe.py DIRECTORY COMMAND...
"""

import shlex
import sys

from pyspark.sql import SparkSession

directory, *command = sys.argv[1:]
spark = (
    SparkSession.builder.master("local-cluster[2,1,512]")
    .appName("bianca")
    .config("spark.executor.memory", "512m")
    .config("spark.ui.enabled", "false")
    .config("spark.local.dir", directory)
    .config("spark.sql.warehouse.dir", directory)
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.host", "127.0.0.1")
    .getOrCreate()
)
lines = spark.sparkContext.textFile(f"file://{directory}/input", minPartitions=7)
for line in lines.pipe(shlex.join(command)).collect():
    print(line)
spark.stop()
